import type { ComponentProps } from 'react'
import { CheckIcon, CopyIcon } from '../icons/icons.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

interface CopyButtonProps extends ComponentProps<'button'> {
  /** Said before the value. */
  label?: string | undefined
  isCopied: boolean
}

/** A value that copies itself when it is pressed. A tooltip passes on further props. */
export const CopyButton = ({ label, isCopied, children, ...rest }: CopyButtonProps) => (
  <button type="button" className="ph-copy" {...rest}>
    {label && <VisuallyHidden>{label}</VisuallyHidden>}
    <span className="ph-copy-value">{children}</span>
    {isCopied ? <CheckIcon size={13} /> : <CopyIcon size={13} />}
  </button>
)
