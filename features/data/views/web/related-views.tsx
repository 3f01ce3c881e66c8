import { useState } from 'react'
import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { type Direction, useViews } from './use-views.ts'
import { relatedViewColumns } from './view-columns.tsx'
import { ViewsTable } from './views-table.tsx'

interface RelatedViewsProps {
  state: QuestionState
  /** The id of an error, or `any`. */
  errorId?: string
}

/** METR-085, METR-086: the views behind a number. */
export const RelatedViews = ({ state, errorId }: RelatedViewsProps) => {
  const [direction, setDirection] = useState<Direction>('desc')
  const views = useViews(state, { errorId, direction, pageName: 'views_page' })
  return (
    <ViewsTable
      label="Video views"
      state={state}
      views={views}
      columns={relatedViewColumns(state, errorId !== undefined && errorId !== 'any')}
      direction={direction}
      onDirection={setDirection}
      empty={<NoResults state={state} subject={errorId ? 'view with this error' : 'view'} />}
    />
  )
}
