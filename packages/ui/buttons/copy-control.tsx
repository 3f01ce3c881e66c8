import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { CheckIcon, CopyIcon } from '../icons/icons.ts'
import { toasts } from '../feedback/toast-store.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const copiedMs = 2000

interface CopyControlProps {
  value: string
  label?: string
  onCopied?: () => void
  children?: ReactNode
}

export const CopyControl = ({ value, label, onCopied, children = value }: CopyControlProps) => {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  const [isHintOpen, setIsHintOpen] = useState(false)
  const isCopied = copiedAt !== null
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), copiedMs)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopiedAt(Date.now())
      onCopied?.()
    } catch {
      toasts.show({ type: 'error', title: 'The value could not be copied' })
    }
  }
  return (
    <span className="ph-copy-frame">
      <Tooltip
        content={isCopied ? 'Copied' : 'Click to copy'}
        isOpen={isHintOpen || isCopied}
        onOpenChange={setIsHintOpen}
      >
        <button type="button" className="ph-copy" onClick={() => void copy()}>
          {label && <VisuallyHidden>{label}</VisuallyHidden>}
          <span className="ph-copy-value">{children}</span>
          {isCopied ? <CheckIcon size={13} /> : <CopyIcon size={13} />}
        </button>
      </Tooltip>
      <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
    </span>
  )
}
