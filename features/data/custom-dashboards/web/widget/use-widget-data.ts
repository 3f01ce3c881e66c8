import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { timeframeBefore } from './comparison.ts'
import {
  dimensionOf,
  measurementOf,
  metricOfWidget,
  type WidgetFields,
  widgetQuery,
} from './widget-question.ts'

export const topCount = 10

/** Equal questions have equal keys, so components that share one share its request. */
export const useWidgetQuestion = (
  widget: WidgetFields,
  state: Pick<QuestionState, 'query' | 'resolved'>,
  comparisonDays: number | undefined,
) => {
  const { query: shared, resolved } = state
  const { dimensionFilters, metricFilters } = widget
  const { startMs, endMs } = resolved
  return useMemo(() => {
    const current = widgetQuery({ dimensionFilters, metricFilters }, { query: shared })
    const before =
      comparisonDays === undefined
        ? undefined
        : { ...current, timeframe: timeframeBefore({ startMs, endMs }, comparisonDays) }
    return { current, before }
  }, [dimensionFilters, metricFilters, shared, startMs, endMs, comparisonDays])
}

type Question = ReturnType<typeof widgetQuery>

export const useOverall = (widget: WidgetFields, question: Question | undefined) =>
  useQuery({
    ...query(
      metricEndpoints.overall,
      {
        params: { metric: metricOfWidget(widget.metric) },
        query: { ...question, measurement: measurementOf(widget) },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: question !== undefined,
  })

export const useBreakdown = (widget: WidgetFields, question: Question | undefined) =>
  useQuery({
    ...query(
      metricEndpoints.breakdown,
      {
        params: { metric: metricOfWidget(widget.metric) },
        query: {
          ...question,
          measurement: measurementOf(widget),
          groupBy: dimensionOf(widget),
          orderBy: 'views' as const,
          orderDirection: 'desc' as const,
          limit: topCount,
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: question !== undefined,
  })
