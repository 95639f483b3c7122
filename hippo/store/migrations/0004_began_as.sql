-- How a talk began, in its program's word: `startup`, `compact`. Two calls tell of one start where hippo is installed twice.

ALTER TABLE talk ADD COLUMN began_as TEXT NOT NULL DEFAULT '';
