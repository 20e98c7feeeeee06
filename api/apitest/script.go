package apitest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// An exchange is one request of a script and what must come back.
type exchange struct {
	line         int // of the script, where it begins
	method, path string
	headers      [][2]string
	body         string
	checks       []check
}

// A check is one line after a request.
type check struct {
	line int
	text string
}

var (
	requestLine = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|FURNISH) (\S+)$`)
	headerLine  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*):(?: (.*))?$`)
	checkLine   = regexp.MustCompile(`^(status|header|json|body|capture|keep) `)
)

// parse reads the script in the file.
func parse(file string) ([]exchange, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []exchange
	for i, line := range strings.Split(string(data), "\n") {
		if err := take(&all, i+1, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	return all, nil
}

// take reads one line into the exchanges.
func take(all *[]exchange, number int, line string) error {
	if request := requestLine.FindStringSubmatch(line); request != nil {
		*all = append(*all, exchange{line: number, method: request[1], path: request[2]})
		return nil
	}
	if skip := strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"); skip {
		return nil
	}
	if len(*all) == 0 {
		return fmt.Errorf("%q before the first request", line)
	}
	x := &(*all)[len(*all)-1]
	header := headerLine.FindStringSubmatch(line)
	switch {
	case checkLine.MatchString(line):
		x.checks = append(x.checks, check{number, line})
	case len(x.checks) > 0:
		return fmt.Errorf("%q is neither a check nor a request", line)
	case header != nil && x.body == "":
		x.headers = append(x.headers, [2]string{header[1], header[2]})
	default:
		x.body += line + "\n"
	}
	return nil
}
