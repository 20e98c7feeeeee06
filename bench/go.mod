module croupier/bench

go 1.26.0

require (
	croupier v0.0.0
	github.com/google/go-cmp v0.7.0
)

replace croupier => ../
