import { useEffect, useState } from 'react'
import {
  useAfterTyping,
  useSearchValue,
  useSetSearch,
} from '@playhead/web-kit/navigation/navigation.ts'
import type { Direction } from './use-views.ts'

const typingMs = 300

/** A request is sent once typing pauses; the URL may change while the user types. */
const useText = () => {
  const setSearch = useSetSearch()
  const afterTyping = useAfterTyping()
  const ofViewer = useSearchValue('viewer_id')
  const given = useSearchValue('search') ?? ofViewer ?? ''
  const [text, setText] = useState(given)
  const [said, setSaid] = useState(given)
  if (given !== said) {
    setSaid(given)
    setText(given)
  }
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === said) return
    return afterTyping(typingMs, () => {
      setSaid(wanted)
      setSearch(
        { search: wanted || undefined, viewer_id: undefined, page: undefined },
        { replace: true },
      )
    })
  }, [wanted, said, setSearch, afterTyping])
  return { text: given || undefined, typed: text, type: setText }
}

const isErrorId = (text: string | undefined) => text === 'any' || /^\d{1,15}$/.test(text ?? '')

/** What the list is searched by in addition to its question, as stored in the URL. */
export const useViewSearch = () => {
  const setSearch = useSetSearch()
  const errorText = useSearchValue('error_id')
  const direction: Direction = useSearchValue('order_direction') === 'asc' ? 'asc' : 'desc'
  return {
    ...useText(),
    errorId: isErrorId(errorText) ? errorText : undefined,
    setErrorId: (errorId: string | undefined) => setSearch({ error_id: errorId, page: undefined }),
    direction,
    setDirection: (next: Direction) =>
      setSearch({ order_direction: next === 'asc' ? next : undefined, page: undefined }),
    clear: () =>
      setSearch({
        error_id: undefined,
        search: undefined,
        viewer_id: undefined,
        filters: undefined,
        metric_filters: undefined,
        page: undefined,
      }),
  }
}

export type ViewSearchState = ReturnType<typeof useViewSearch>
