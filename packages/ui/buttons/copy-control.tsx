import { useState } from 'react'
import type { ReactNode } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { CopyButton } from './copy-button.tsx'
import { isDots, useCopy } from './use-copy.ts'

interface CopyControlProps {
  value: string
  label?: string
  onCopied?: () => void
  children?: ReactNode
}

export const CopyControl = ({ value, label, onCopied, children = value }: CopyControlProps) => {
  const { isCopied, copy } = useCopy()
  const [isHintOpen, setIsHintOpen] = useState(false)
  const press = async () => {
    if (await copy(value)) onCopied?.()
  }
  if (isDots(value))
    return (
      <span className="ph-copy-value">
        {value}
        <VisuallyHidden>Hidden</VisuallyHidden>
      </span>
    )
  return (
    <span className="ph-copy-frame">
      <Tooltip
        content={isCopied ? 'Copied' : 'Click to copy'}
        isOpen={isHintOpen || isCopied}
        onOpenChange={setIsHintOpen}
      >
        <CopyButton label={label} isCopied={isCopied} onClick={() => void press()}>
          {children}
        </CopyButton>
      </Tooltip>
      <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
    </span>
  )
}
