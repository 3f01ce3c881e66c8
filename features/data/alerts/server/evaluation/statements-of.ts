import { groupBy } from '@playhead/domain/group-by.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import { mentionedIn, statementKeyOf } from './watched-filters.ts'

/** Rows that a statement returns for each step and group, at most: then its filters are cheap to tell apart. */
const cellsMax = 1_000

type Asking = Pick<EvaluatedRow, 'environment_id' | 'filters' | 'group_by'>

/** Viewers that no filter tells apart are one cell. */
const cellsOf = (rules: readonly Asking[]) => {
  let cells = 1
  for (const { values } of mentionedIn(rules)) cells *= values.length + 1
  return cells
}

/**
 * Splits questions of one environment and grouping into statements. Filters about the same dimensions share one; few
 * values of different dimensions do, too.
 */
export const statementsOf = <Question>(
  questions: readonly Question[],
  ruleOf: (question: Question) => Asking,
): Question[][] => {
  const byDimensions = [...groupBy(questions, (one) => statementKeyOf(ruleOf(one))).values()]
    .map((some) => ({ some, cells: cellsOf(some.map(ruleOf)) }))
    .toSorted((one, other) => one.cells - other.cells)
  const statements: Question[][] = []
  for (const { some } of byDimensions) {
    const fitting = statements.find(
      (statement) => cellsOf([...statement, ...some].map(ruleOf)) <= cellsMax,
    )
    if (fitting) fitting.push(...some)
    else statements.push([...some])
  }
  return statements
}
