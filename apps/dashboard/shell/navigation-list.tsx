import { useId } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { Shell } from './use-shell.ts'

type Item = Shell['sections'][number]['items'][number]

export const NavigationItem = ({ label, icon: Icon, href, isActive }: Item) => (
  <li>
    <Link
      kind="plain"
      href={href}
      className="shell-item"
      aria-current={isActive ? 'page' : undefined}
    >
      <Icon size={15} />
      {label}
    </Link>
  </li>
)

/** The first section has no visible heading, so screen readers get a name for it. */
export const NavigationList = ({ title, items }: Shell['sections'][number]) => {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="shell-heading" data-quiet={title === 'Environments' || undefined}>
        {title}
      </h2>
      <ul>
        {items.map((item) => (
          <NavigationItem key={item.label} {...item} />
        ))}
      </ul>
    </section>
  )
}
