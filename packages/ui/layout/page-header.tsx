import type { ReactNode } from 'react'
import { ChevronRightIcon } from '../icons/icons.ts'
import { Link } from '../navigation/link.tsx'

interface PageHeaderProps {
  title: ReactNode
  meta?: ReactNode
  description?: ReactNode
  breadcrumbs?: readonly { label: string; href: string }[]
  children?: ReactNode
}

/** In large letters it would fill the screen of a phone. */
const longFrom = 60
const isLong = (title: ReactNode) => typeof title === 'string' && title.length >= longFrom

export const PageHeader = ({
  title,
  meta,
  description,
  breadcrumbs,
  children,
}: PageHeaderProps) => {
  return (
    <header className="ph-page-header">
      {breadcrumbs && (
        <nav aria-label="Breadcrumbs" className="w-full">
          <ol className="ph-breadcrumbs">
            {breadcrumbs.map((crumb, index) => (
              <li key={crumb.href}>
                {index > 0 && <ChevronRightIcon size={12} />}
                <Link kind="quiet" href={crumb.href}>
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="ph-page-title">
        <h1 data-long={isLong(title) || undefined}>{title}</h1>
        {meta}
      </div>
      {children && <div className="ph-page-actions">{children}</div>}
      {description && <p className="ph-page-description">{description}</p>}
    </header>
  )
}
