// ConfigurationFiles
