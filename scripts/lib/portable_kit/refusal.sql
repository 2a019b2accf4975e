-- What the check asks PostgreSQL: NULL for a statement that it accepts, else its message.

CREATE FUNCTION public.refusal_of_change(statement text) RETURNS text LANGUAGE plpgsql AS $body$
BEGIN
    EXECUTE statement;
    RETURN NULL;
EXCEPTION WHEN others THEN
    RETURN SQLERRM;
END
$body$;

-- PREPARE finds unknown names and types. The plan finds what an ON CONFLICT lacks. Neither changes a row.
CREATE FUNCTION public.refusal(statement text) RETURNS text LANGUAGE plpgsql AS $body$
DECLARE
    parameters integer;
    arguments text := '';
BEGIN
    EXECUTE 'PREPARE judged AS ' || statement;
    SELECT cardinality(parameter_types) INTO parameters FROM pg_prepared_statements WHERE name = 'judged';
    IF parameters > 0 THEN
        arguments := '(' || array_to_string(array_fill('NULL'::text, ARRAY[parameters]), ', ') || ')';
    END IF;
    EXECUTE 'EXPLAIN EXECUTE judged' || arguments;
    DEALLOCATE judged;
    RETURN NULL;
EXCEPTION WHEN others THEN
    -- A failed transaction keeps what it has prepared.
    IF EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'judged') THEN DEALLOCATE judged; END IF;
    RETURN SQLERRM;
END
$body$;
