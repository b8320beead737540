"""Dice, coins, and one of several."""
