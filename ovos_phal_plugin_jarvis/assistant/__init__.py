"""From an utterance to an answer: guard, pre-route, translate, check, confirm, invoke, reply."""
