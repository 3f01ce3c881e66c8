import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { JsonEditor } from './code-mirror.ts'
import { FailedState } from '../feedback/failed-state.tsx'
import { FieldError } from '../fields/field.tsx'
import { SkeletonLines } from '../feedback/skeleton.tsx'

interface CodeEditorProps {
  label: string
  isLabelHidden?: boolean
  value: string
  onChange?: (value: string) => void
  error?: ReactNode
  isReadOnly?: boolean
  minHeight?: number
}

export const CodeEditor = (props: CodeEditorProps) => {
  const { label, value, onChange, error, isReadOnly = false, minHeight = 160 } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(null)
  const latest = useRef({ value, onChange })
  const [isReady, setIsReady] = useState(false)
  const [isMissing, setIsMissing] = useState(false)

  useEffect(() => {
    latest.current = { value, onChange }
    editor.current?.setValue(value)
  }, [value, onChange])

  useEffect(() => {
    if (isMissing) return
    let isGone = false
    const start = async () => {
      const { createJsonEditor } = await import('./code-mirror.ts')
      if (isGone || !host.current) return
      editor.current = createJsonEditor({
        host: host.current,
        value: latest.current.value,
        label,
        isReadOnly,
        onChange: (text) => latest.current.onChange?.(text),
      })
      setIsReady(true)
    }
    start().catch(() => {
      if (!isGone) setIsMissing(true)
    })
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = null
    }
  }, [label, isReadOnly, isMissing])

  return (
    <div className="ph-field">
      <span className={props.isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}>{label}</span>
      <div className="ph-code-editor" data-invalid={error ? true : undefined} style={{ minHeight }}>
        {!isReady &&
          (isMissing ? (
            <FailedState
              title="The editor couldn’t be loaded"
              message="Nothing that you wrote is lost."
              onRetry={() => setIsMissing(false)}
            />
          ) : (
            <div className="p-3">
              <SkeletonLines count={4} />
            </div>
          ))}
        <div ref={host} />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
