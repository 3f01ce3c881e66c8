import type { Formula } from './formula.ts'

/** A formula over the columns of a view, as text for documents and explanations. */
export const formulaInWords = (formula: Formula): string => {
  switch (formula.kind) {
    case 'ratio':
      return `${formulaInWords(formula.over)} / ${formulaInWords(formula.under)}`
    case 'views':
      return 'views'
    case 'count_where':
      return `views with ${formula.flag}`
    case 'count_of':
      return `views that have ${formula.column}`
    case 'sum':
      return `sum(${formula.column})`
    case 'sum_with':
      return `sum(${formula.column} of views that have ${formula.given})`
    case 'average':
      return `mean(${formula.column})`
    case 'quantile':
      return formula.level === 0.5
        ? `median(${formula.column})`
        : `${Math.round(formula.level * 100)}th percentile(${formula.column})`
    case 'unique':
      return `different ${formula.column}`
  }
}
