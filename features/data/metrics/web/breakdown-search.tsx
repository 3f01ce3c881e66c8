import { useEffect, useState } from 'react'
import { SearchField } from '@playhead/ui/search-field.tsx'
import { metricLimits } from '../contract.ts'

const typingMs = 250

interface BreakdownSearchProps {
  label: string
  /** As the address has it. */
  query: string
  onChange: (query: string) => void
}

/** Narrows the values of the table; what is typed is asked for once nobody types any more. METR-101 */
export const BreakdownSearch = ({ label, query, onChange }: BreakdownSearchProps) => {
  const [text, setText] = useState(query)
  const [said, setSaid] = useState(query)
  // Back and forward change the address beneath what is typed.
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
