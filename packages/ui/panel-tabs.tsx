import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'

export interface PanelTab {
  id: string
  label: string
  count?: number | string
  content: ReactNode
}

interface PanelTabsProps {
  label: string
  tabs: readonly PanelTab[]
  selectedId?: string
  onChange?: (id: string) => void
  aside?: ReactNode
}

export function PanelTabs({ label, tabs, selectedId, onChange, aside }: PanelTabsProps) {
  return (
    <Tabs selectedKey={selectedId} onSelectionChange={(key) => onChange?.(String(key))}>
      <div className="ph-tabs">
        <TabList aria-label={label} className="ph-tab-list">
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className="ph-tab">
              <span className="ph-steady" data-label={tab.label}>
                {tab.label}
              </span>
              {tab.count !== undefined && <small>{tab.count}</small>}
            </Tab>
          ))}
        </TabList>
        {aside}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="ph-tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </Tabs>
  )
}
