import { invalidField } from '@playhead/contract-kit/errors.ts'
import { checkCount, type Question } from '@playhead/analytics/question/question.ts'
import { isSubviewAttribute, noValue } from '@playhead/analytics/subviews/subview-type.ts'
import type {
  SubviewDimension,
  SubviewFilter,
  SubviewQuestion,
} from '@playhead/analytics/subviews/subviews.sql.ts'
import {
  type SubviewAttribute,
  subviewAttributes,
  type SubviewType,
  viewDimensionsOfSubviews,
} from '@playhead/metrics/subviews.ts'
import {
  type QuestionContext,
  questionOf,
  refusalOf,
  refuseHistorical,
} from '@playhead/features/data/question/server'

const textForm = /^(!?)([a-z0-9_]+):([^]*)$/

/** An attribute that the subviews have themselves is filtered there, not on the last value of their view. */
const subviewFilterOf = (type: SubviewType, text: string): SubviewFilter | undefined => {
  const [, sign, name, value] = textForm.exec(text) ?? []
  if (name === undefined || value === undefined || !isSubviewAttribute(type, name)) return undefined
  return {
    attribute: name,
    value: value === '__null__' ? noValue : value,
    isNegated: sign === '!',
  }
}

/** Here the empty value means "no value": it matches views with an empty text as well as with null. */
const viewFilters = (text: string): string[] =>
  text.endsWith(`:${noValue}`) ? [text, `${text.slice(0, -noValue.length)}__null__`] : [text]

export const subviewQuestionOf = (
  context: QuestionContext,
  type: SubviewType,
  texts: readonly string[] = context.query.filters ?? [],
): SubviewQuestion => {
  const filters: SubviewFilter[] = []
  const ofViews: string[] = []
  for (const text of texts) {
    const filter = subviewFilterOf(type, text)
    if (filter) filters.push(filter)
    else ofViews.push(...viewFilters(text))
  }
  const question = refuseHistorical(
    questionOf({
      ...context,
      query: { timeframe: context.query.timeframe, filters: ofViews },
    }),
  )
  checkFilterCount(filters, question, context.flags)
  return { type, question, filters }
}

/** METR-057: an attribute of subviews counts as a filter like any other dimension. */
const checkFilterCount = (
  ofParts: readonly SubviewFilter[],
  { filters }: Question,
  limits: QuestionContext['flags'],
) => {
  const all = [
    ...ofParts.map(({ attribute }) => ({ name: attribute, position: 0 })),
    ...filters.map(({ dimension, position }) => ({ name: dimension, position })),
  ]
  try {
    checkCount('filters', all, ({ name }) => name, limits)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Defaults to all attributes of the subviews. */
export const groupByOf = (
  type: SubviewType,
  names: readonly string[] | undefined,
): SubviewAttribute[] => {
  if (!names?.length) return [...subviewAttributes[type]]
  return [...new Set(names)].map((name) => {
    if (isSubviewAttribute(type, name)) return name
    const known = subviewAttributes[type].join(', ')
    throw invalidField('group_by', `${name} is no attribute of a ${type}; there are ${known}.`)
  })
}

export const subviewDimensionOf = (
  type: SubviewType,
  name: string,
): SubviewDimension | undefined => {
  if (isSubviewAttribute(type, name)) return { of: 'subview', name }
  const id = viewDimensionsOfSubviews(type).find((one) => one === name)
  return id && { of: 'view', name: id }
}
