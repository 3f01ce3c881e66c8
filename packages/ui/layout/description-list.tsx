import { Fragment } from 'react'
import type { ReactNode } from 'react'

interface DescriptionListProps {
  items: readonly { term: string; detail: ReactNode }[]
}

export const DescriptionList = ({ items }: DescriptionListProps) => {
  return (
    <dl className="ph-description-list">
      {items.map((item) => (
        <Fragment key={item.term}>
          <dt>{item.term}</dt>
          <dd>{item.detail}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
