import { useQuery } from '@tanstack/react-query'
import { errorQuestions } from '@playhead/question-contract/error-questions.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { ViewSearchState } from './use-view-search.ts'

const offeredErrors = 50
const everything = 'all'

const useErrors = ({ query: asked, resolved }: QuestionState) =>
  useQuery({
    ...query(errorQuestions.list, { query: { ...asked, limit: offeredErrors } }, { quiet: true }),
    enabled: !resolved.isHistorical,
  }).data?.data ?? []

/** All views, those with any error, or those with one of the known errors. */
export const ErrorChoice = ({
  state,
  search,
}: {
  state: QuestionState
  search: ViewSearchState
}) => {
  const { errorId, setErrorId } = search
  const listed = useErrors(state).map(({ id, playerErrorCode, message }) => ({
    value: String(id),
    label: [playerErrorCode ?? 'No code', message].filter(Boolean).join(': '),
  }))
  const isUnlisted =
    errorId !== undefined && errorId !== 'any' && !listed.some(({ value }) => value === errorId)
  return (
    <Select
      label="Errors"
      isLabelHidden
      value={errorId ?? everything}
      onChange={(value) => setErrorId(value === everything ? undefined : value)}
      options={[
        { value: everything, label: 'With and without errors' },
        { value: 'any', label: 'With any error' },
        ...listed,
        ...(isUnlisted ? [{ value: errorId, label: `Error ${errorId}` }] : []),
      ]}
    />
  )
}
