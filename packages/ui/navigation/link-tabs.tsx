import { type ReactNode, useEffect, useRef } from 'react'
import { useClientLink } from './router-context.ts'

interface LinkTab {
  id: string
  label: string
  /** The end of the label, which says enough on phones. */
  shortLabel?: string
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
  const { label, shortLabel = label } = tab
  const isShortened = shortLabel !== label && label.endsWith(shortLabel)
  return (
    <a {...link} className="ph-tab" aria-current={isSelected ? 'page' : undefined}>
      <span className="ph-steady" data-label={label} data-short={shortLabel}>
        {isShortened ? (
          <span>
            <span className="ph-tab-detail">{label.slice(0, -shortLabel.length)}</span>
            {shortLabel}
          </span>
        ) : (
          label
        )}
      </span>
      {tab.count !== undefined && <small>{tab.count}</small>}
    </a>
  )
}

/** On a narrow screen the tabs scroll, and the chosen one may lie outside of what is seen. */
const useInView = (chosenAt: number) => {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const chosen = list.current?.children[chosenAt]
    if (!list.current || !(chosen instanceof HTMLElement)) return
    const { offsetLeft, clientWidth, scrollLeft } = list.current
    const begin = chosen.offsetLeft - offsetLeft
    const isSeen = begin >= scrollLeft && begin + chosen.offsetWidth <= scrollLeft + clientWidth
    if (!isSeen) list.current.scrollLeft = begin - (clientWidth - chosen.offsetWidth) / 2
  }, [chosenAt])
  return list
}

export const LinkTabs = ({ label, tabs, selectedId, aside }: LinkTabsProps) => {
  const list = useInView(tabs.findIndex(({ id }) => id === selectedId))
  return (
    <nav className="ph-tabs" aria-label={label}>
      <ul className="ph-tab-list" ref={list}>
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
