import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'

interface InlineTitleEditorProps {
  value: string
  label: string
  onSave: (value: string) => void
  maxLength?: number
  placeholder?: string
}

export const InlineTitleEditor = (props: InlineTitleEditorProps) => {
  const { value, label, onSave, maxLength, placeholder = 'Untitled' } = props
  const [draft, setDraft] = useState<string | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  const finish = (saved: string | null) => {
    setDraft(null)
    if (saved !== null && saved !== value) onSave(saved)
  }
  const finishByKey = (saved: string | null) => {
    finish(saved)
    requestAnimationFrame(() => trigger.current?.focus())
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) finishByKey(draft)
    else if (event.key === 'Escape') finishByKey(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (draft === null) {
    return (
      <button
        ref={trigger}
        type="button"
        className="ph-title-editor"
        title={label}
        onClick={() => setDraft(value)}
      >
        {value || <span className="text-ink-3">{placeholder}</span>}
      </button>
    )
  }
  return (
    <input
      className="ph-title-editor"
      aria-label={label}
      value={draft}
      maxLength={maxLength}
      placeholder={placeholder}
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={handleKey}
      onBlur={() => finish(draft)}
    />
  )
}
