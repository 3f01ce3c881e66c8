import type { CSSProperties, ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { IconButton } from '../buttons/icon-button.tsx'
import { CloseIcon } from '../icons/icons.ts'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  isDismissable?: boolean
}

interface DialogFrameProps extends Omit<DialogProps, 'isOpen'> {
  role?: 'dialog' | 'alertdialog'
  style?: CSSProperties
}

export const DialogFrame = (props: DialogFrameProps) => {
  const { title, description, isDismissable = true, role = 'dialog' } = props
  return (
    <Dialog className="ph-dialog" role={role} style={props.style}>
      <div className="ph-dialog-head">
        <div>
          <Heading slot="title" level={2} className="ph-dialog-title">
            {title}
          </Heading>
          {description && <p className="ph-dialog-description">{description}</p>}
        </div>
        {isDismissable && (
          <IconButton size="sm" icon={<CloseIcon />} label="Close" onClick={props.onClose} />
        )}
      </div>
      <div className="ph-dialog-body">{props.children}</div>
      {props.footer && <div className="ph-dialog-foot">{props.footer}</div>}
    </Dialog>
  )
}
