-- The vector of a text of several lines speaks of its first line as well: those that do not are made anew.

DELETE FROM vector;
DELETE FROM embedding_model;
