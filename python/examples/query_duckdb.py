"""DuckDB, in SQL: ``python query_duckdb.py pairs.parquet``."""

import sys

import duckdb

from epitome.engines.duckdb import register

connection = duckdb.connect()
register(connection, language="en")
connection.execute(
    "CREATE TABLE scored AS SELECT id, unnest(epitome(document, summary)) FROM read_parquet(?)", [sys.argv[1]]
)
connection.execute("COPY (FROM scored WHERE error IS NULL) TO 'scored.parquet'")
connection.execute("COPY (SELECT id, error FROM scored WHERE error IS NOT NULL) TO 'errors.jsonl'")
print(connection.sql("SELECT verdict, count(*), avg(probability) FROM scored GROUP BY ALL"))
