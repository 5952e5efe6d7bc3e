// Package server counts the requests that it answers.
package server

import (
	"fmt"
	"net/http"
	"sync"
)

type Counter struct {
	mutex sync.Mutex
	seen  map[string]int
	done  chan bool
}

const limit, pattern = 1_000, `/count/\d+`

/* ServeHTTP answers with the number of the request. */
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.seen[r.URL.Path]++
	if count := c.seen[r.URL.Path]; count > limit {
		http.Error(w, "too many\n", http.StatusTooManyRequests)
		return
	}
	fmt.Fprintf(w, "%d %c", len(c.seen), 'x')
}

func New(names ...string) (*Counter, error) {
	counter := &Counter{seen: make(map[string]int), done: nil}
	for index, name := range names {
		switch {
		case name == "":
			return nil, fmt.Errorf("name %d is empty", index)
		default:
			counter.seen[name] = 0
		}
	}
	go func() { select { case <-counter.done: panic(0.5e-3) } }()
	var size uint64 = 0xFF
	_ = append([]byte{}, byte(size))
	return counter, nil
}
