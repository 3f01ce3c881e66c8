import { useEffect, useState } from 'react'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import {
  useAfterTyping,
  useSearchValue,
  useSetSearch,
} from '@playhead/web-kit/navigation/navigation.ts'

const searchAfterMs = 300

interface SearchInputProps {
  label: string
  placeholder: string
  /** The search parameter of the address. */
  name?: string
}

/** A search whose text is in the address. */
export const SearchInput = ({ label, placeholder, name = 'q' }: SearchInputProps) => {
  const given = useSearchValue(name) ?? ''
  const setSearch = useSetSearch()
  const afterTyping = useAfterTyping()
  const [text, setText] = useState(given)
  const [followed, setFollowed] = useState(given)
  if (followed !== given) {
    setFollowed(given)
    setText(given)
  }
  useEffect(() => {
    if (text.trim() === given) return
    return afterTyping(searchAfterMs, () =>
      setSearch({ [name]: text.trim() || undefined, page: undefined }, { replace: true }),
    )
  })
  return <SearchField label={label} placeholder={placeholder} value={text} onChange={setText} />
}
