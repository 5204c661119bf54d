import LubdubCLI

LubdubCommand.main()
