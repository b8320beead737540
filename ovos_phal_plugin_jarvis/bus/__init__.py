"""The messagebus side: topics, requests read from strangers, and the two services that answer them."""
