import type { ReactNode } from 'react'
import { useClientLink } from './router-context.ts'

interface LinkTab {
  id: string
  label: string
  href: string
  count?: number | string
}

interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
  selectedId: string | null
  aside?: ReactNode
}

function TabLink({ tab, isSelected }: { tab: LinkTab; isSelected: boolean }) {
  const link = useClientLink(tab.href)
  return (
    <a {...link} className="ph-tab" aria-current={isSelected ? 'page' : undefined}>
      <span className="ph-steady" data-label={tab.label}>
        {tab.label}
      </span>
      {tab.count !== undefined && <small>{tab.count}</small>}
    </a>
  )
}

export const LinkTabs = ({ label, tabs, selectedId, aside }: LinkTabsProps) => {
  return (
    <nav className="ph-tabs" aria-label={label}>
      <ul className="ph-tab-list">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <TabLink tab={tab} isSelected={tab.id === selectedId} />
          </li>
        ))}
      </ul>
      {aside}
    </nav>
  )
}
