import { useId } from 'react'
import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  isFlush?: boolean
  isFailing?: boolean
  id?: string
}

export const Card = (props: CardProps) => {
  const { title, description, actions, children, footer } = props
  const titleId = useId()
  return (
    <section
      id={props.id}
      className="ph-card"
      data-flush={props.isFlush || undefined}
      data-failing={props.isFailing || undefined}
      aria-labelledby={title ? titleId : undefined}
    >
      {(title || actions) && (
        <div className="ph-card-head">
          <div>
            {title && (
              <h2 id={titleId} className="ph-card-title">
                {title}
              </h2>
            )}
            {description && <p className="ph-card-description">{description}</p>}
          </div>
          {actions && <div className="ph-card-actions">{actions}</div>}
        </div>
      )}
      {children !== undefined && <div className="ph-card-body">{children}</div>}
      {footer && <div className="ph-card-foot">{footer}</div>}
    </section>
  )
}
