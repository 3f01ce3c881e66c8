import type { ReactNode } from 'react'
import { Logo } from '@playhead/ui/icons/logo.tsx'

interface MessagePageProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Outside of the shell it shows the logo; inside it does not. */
  isAlone?: boolean
}

/** A page that says what happened and what to do next. */
export const MessagePage = ({ title, children, actions, isAlone = false }: MessagePageProps) => {
  const content = (
    <div className="message-page">
      {isAlone && <Logo />}
      <h1>{title}</h1>
      {children && <div className="message-page-text">{children}</div>}
      {actions && <div className="message-page-actions">{actions}</div>}
    </div>
  )
  return isAlone ? <main id="main">{content}</main> : content
}
