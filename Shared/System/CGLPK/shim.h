// Solves an integer programme with GLPK.
//
// All calls of GLPK stand in this one function, because an error inside GLPK ends the process unless its hook leaves by
// longjmp (https://en.wikibooks.org/wiki/GLPK/Error_handling), and a jump must pass no frame but those of C.
#include <glpk.h>
#include <limits.h>
#include <setjmp.h>

// Rows from 1; columns from 1; entries from 1, as GLPK counts: the first of each array is not used.
typedef struct {
    int rows;
    const double *row_lower, *row_upper;
    int columns;
    const double *cost, *column_upper;
    const unsigned char *is_binary;
    int entries;
    const int *entry_row, *entry_column;
    const double *entry_value;
} integer_program;

typedef struct {
    // Nodes to look at as long as nothing is found, and when something is.
    int nodes_max, nodes_found_max;
    // A solution that costs at most so much more than the relaxation is good enough.
    double excess_max;
    // For the relaxation alone, which cannot be stopped.
    int relaxation_ms_max;
    // Asked at every node.
    int (*is_stopped)(const void *context);
    const void *context;
} integer_program_search;

typedef enum {
    integer_program_found,
    integer_program_impossible,
    integer_program_gave_up,
    integer_program_failed,
} integer_program_outcome;

typedef struct {
    const integer_program_search *search;
    int nodes;
    int is_found;
    double relaxed_cost;
    jmp_buf way_out;
} integer_program_state;

static int integer_program_mute(void *info, const char *text) {
    (void)info, (void)text;
    return 1;
}

static void integer_program_leave(void *info) {
    glp_free_env();
    longjmp(((integer_program_state *)info)->way_out, 1);
}

static void integer_program_watch(glp_tree *tree, void *info) {
    integer_program_state *state = info;
    const integer_program_search *search = state->search;
    int is_enough = search->is_stopped(search->context);
    if (glp_ios_reason(tree) == GLP_IBINGO) {
        state->is_found = 1;
        double cost = glp_mip_obj_val(glp_ios_get_prob(tree));
        is_enough |= cost <= state->relaxed_cost + search->excess_max;
    } else if (glp_ios_reason(tree) == GLP_IROWGEN) {
        state->nodes += 1;
    }
    int nodes_max = state->is_found ? search->nodes_found_max : search->nodes_max;
    if (is_enough || state->nodes >= nodes_max) glp_ios_terminate(tree);
}

static void integer_program_set_bounds(glp_prob *problem, const integer_program *program) {
    for (int row = 1; row <= program->rows; row++) {
        double lower = program->row_lower[row], upper = program->row_upper[row];
        glp_set_row_bnds(problem, row, lower < upper ? GLP_DB : GLP_FX, lower, upper);
    }
    for (int column = 1; column <= program->columns; column++) {
        double upper = program->column_upper[column];
        glp_set_obj_coef(problem, column, program->cost[column]);
        if (program->is_binary[column]) glp_set_col_kind(problem, column, GLP_BV);
        else glp_set_col_bnds(problem, column, upper > 0 ? GLP_DB : GLP_FX, 0, upper);
    }
}

static integer_program_outcome integer_program_search_tree(glp_prob *problem, integer_program_state *state) {
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    simplex.tm_lim = state->search->relaxation_ms_max;
    if (glp_simplex(problem, &simplex) != 0) return integer_program_gave_up;
    if (glp_get_status(problem) == GLP_NOFEAS) return integer_program_impossible;
    if (glp_get_status(problem) != GLP_OPT) return integer_program_gave_up;
    state->relaxed_cost = glp_get_obj_val(problem);
    glp_iocp search;
    glp_init_iocp(&search);
    search.msg_lev = GLP_MSG_OFF;
    // Deep first, on what is least decided: of the ways that were tried it finds a first solution soonest.
    search.bt_tech = GLP_BT_DFS;
    search.br_tech = GLP_BR_MFV;
    search.cb_func = integer_program_watch;
    search.cb_info = state;
    glp_intopt(problem, &search);
    int status = glp_mip_status(problem);
    if (status == GLP_OPT || status == GLP_FEAS) return integer_program_found;
    return status == GLP_NOFEAS ? integer_program_impossible : integer_program_gave_up;
}

// Writes the solution, from index 1, if one is found.
static inline integer_program_outcome integer_program_solve(
    const integer_program *program, const integer_program_search *search, double *solution
) {
    integer_program_state state = {search, 0, 0, 0};
    if (setjmp(state.way_out)) return integer_program_failed;
    glp_init_env();
    glp_term_hook(integer_program_mute, NULL);
    glp_error_hook(integer_program_leave, &state);
    glp_prob *problem = glp_create_prob();
    glp_set_obj_dir(problem, GLP_MIN);
    glp_add_rows(problem, program->rows);
    glp_add_cols(problem, program->columns);
    integer_program_set_bounds(problem, program);
    glp_load_matrix(problem, program->entries, program->entry_row, program->entry_column, program->entry_value);
    integer_program_outcome outcome = integer_program_search_tree(problem, &state);
    if (outcome == integer_program_found) {
        for (int column = 1; column <= program->columns; column++) {
            solution[column] = glp_mip_col_val(problem, column);
        }
    }
    glp_delete_prob(problem);
    // What the library keeps for a thread; threads of a pool come and go.
    glp_free_env();
    return outcome;
}
