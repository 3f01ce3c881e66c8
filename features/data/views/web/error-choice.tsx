import { useQuery } from '@tanstack/react-query'
import { errors } from '@playhead/features/data/errors/contract'
import type { QuestionState } from '@playhead/features/data/filters/web'
import { Select } from '@playhead/ui/select.tsx'
import { query } from '@playhead/web-kit/query.ts'
import { shortErrorCode } from './error-code-pill.tsx'
import type { ViewSearchState } from './use-view-search.ts'

const offeredErrors = 50
const everything = 'all'

const useErrors = ({ query: asked, resolved }: QuestionState) =>
  useQuery({
    ...query(errors.list, { query: { ...asked, limit: offeredErrors } }, { quiet: true }),
    enabled: !resolved.isHistorical,
  }).data?.data ?? []

/** All views, those with whichever error, or those with one of the errors there are. */
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
    label: [shortErrorCode(playerErrorCode ?? 'No code'), message].filter(Boolean).join(': '),
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
