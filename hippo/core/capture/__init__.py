"""What is worth keeping of what people and agents say: decisions, rules, preferences, errors and fixes."""
