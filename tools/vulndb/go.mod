module croupier/tools/vulndb

go 1.26.0

// Required for its data, not its code: go mod tidy would drop it.
require golang.org/x/vulndb v0.0.0-20261105234957-e22db6528018 // indirect
