import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dimensionEndpoints } from '@playhead/features/data/dimensions/contract'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import type { EngagementState } from './use-engagement.ts'

const offeredMax = 25
const searchDelayMs = 250

const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** ENGA-011 */
const titlesNotFound = {
  id: 'video-titles-not-found',
  type: 'error',
  title: 'Video Titles Not Found',
  description: 'Error fetching video titles',
} as const

/** Titles that contain the typed text, requested once the field gets the focus. ENGA-009 */
const useTitles = ({ state }: EngagementState, text: string, isEnabled: boolean) => {
  const { filters, ...question } = state.query
  const answer = useQuery({
    ...query(
      dimensionEndpoints.listValues,
      {
        params: { dimension: 'video_title' },
        query: { ...question, filters, query: text || undefined, page: 1, limit: offeredMax },
      },
      { quiet: true },
    ),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const { isError } = answer
  useEffect(() => {
    if (isError) toasts.show(titlesNotFound)
  }, [isError])
  return answer
}

/** ENGA-009, ENGA-010 */
export const TitleSearch = ({ engagement }: { engagement: EngagementState }) => {
  const { subject, linkToSubject } = engagement
  const navigate = useNavigate()
  const current = subject?.kind === 'video_title' ? subject.id : ''
  const [isWanted, setIsWanted] = useState(false)
  const [text, setText] = useState(current)
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    setText(current)
  }
  // The title that the field shows is not a search.
  const settled = useSettled(text === current ? '' : text.trim())
  const titles = useTitles(engagement, settled, isWanted)
  const options = (titles.data?.data ?? []).flatMap(({ value }) =>
    value ? [{ value, label: value }] : [],
  )
  const emptyText = titles.isError
    ? 'Error fetching video titles'
    : titles.data
      ? 'No title contains that.'
      : 'Loading titles …'
  return (
    <div
      className="w-[240px] max-md:w-full"
      onFocus={() => {
        setIsWanted(true)
        if (titles.isError) void titles.refetch()
      }}
    >
      <ComboBox
        label="Search Titles"
        isLabelHidden
        placeholder="Search Titles"
        value={text}
        onChange={setText}
        onSelect={(id) => {
          if (id !== current) navigate(linkToSubject({ kind: 'video_title', id }))
        }}
        options={options}
        noResultsText={emptyText}
      />
    </div>
  )
}
