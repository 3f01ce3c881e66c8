import { type FormEvent, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { parseAddresses } from './source-addresses.ts'

interface AddressFieldProps {
  chosen: readonly string[]
  demoUrl: string
  onSelect: (urls: string[]) => void
}

/** UPLD-011 … UPLD-015 */
export const AddressField = ({ chosen, demoUrl, onSelect }: AddressFieldProps) => {
  const [text, setText] = useState('')
  const [isKnown, setIsKnown] = useState(false)
  const urls = parseAddresses(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!urls) return
    const fresh = urls.filter((url) => !chosen.includes(url))
    setIsKnown(fresh.length < urls.length)
    setText('')
    if (fresh.length > 0) onSelect(fresh)
  }
  return (
    <form onSubmit={submit} noValidate className="upload-address">
      <TextField
        label="URLs"
        description={
          isKnown
            ? 'Files that are already selected were not added again.'
            : 'Public addresses of video or audio files, separated by commas.'
        }
        inputMode="url"
        autoComplete="off"
        placeholder={`${globalThis.location.origin}/samples/demo.mp4`}
        value={text}
        onChange={setText}
        after={
          <Button type="submit" size="sm" disabled={!urls}>
            Select
          </Button>
        }
      />
      <button
        type="button"
        className="ph-link upload-demo"
        data-kind="text"
        onClick={() => setText(demoUrl)}
      >
        Try Demo URL
      </button>
    </form>
  )
}
