import { useEffect, useState } from 'react'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
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
    const timer = setTimeout(() => {
      setSaid(wanted)
      onChange(wanted)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [wanted, said, onChange])
  return <SearchField label={label} value={text} onChange={setText} />
}
