import { useEffect, useState } from 'react'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { useAfterTyping } from '@playhead/web-kit/navigation/navigation.ts'
import { metricLimits } from '../contract.ts'

const typingMs = 250

interface BreakdownSearchProps {
  label: string
  /** The text in the URL. */
  query: string
  onChange: (query: string) => void
}

/** Filters the values of the table; a request is sent once typing pauses. METR-101 */
export const BreakdownSearch = ({ label, query, onChange }: BreakdownSearchProps) => {
  const afterTyping = useAfterTyping()
  const [text, setText] = useState(query)
  const [said, setSaid] = useState(query)
  // Back and forward change the URL, so the field follows it.
  if (query !== said) {
    setSaid(query)
    setText(query)
  }
  const wanted = text.trim().slice(0, metricLimits.queryMax)
  useEffect(() => {
    if (wanted === said) return
    return afterTyping(typingMs, () => {
      setSaid(wanted)
      onChange(wanted)
    })
  }, [wanted, said, onChange, afterTyping])
  return <SearchField label={label} value={text} onChange={setText} />
}
