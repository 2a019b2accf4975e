-- What PostgreSQL gets before the schema of a service: the words of SQLite that statements and conditions may use.

CREATE DOMAIN public.blob AS bytea;

CREATE FUNCTION public.json_valid(text) RETURNS boolean LANGUAGE sql IMMUTABLE
    AS 'SELECT $1::json IS NOT NULL';

CREATE FUNCTION public.instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE
    AS 'SELECT position($2 IN $1)';

CREATE FUNCTION public.instr(bytea, bytea) RETURNS integer LANGUAGE sql IMMUTABLE
    AS 'SELECT position($2 IN $1)';
