import LubdubCLI
import LubdubExtrasCLI

LubdubCommand.main(annexes: [.extras])
