import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { tooltipMaxWidth, tooltipOffset } from '../overlays/overlay-sizes.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

interface PanelTab {
  id: string
  label: string
  count?: number | string
  content: ReactNode
  /** Why the tab cannot be opened now; it stays focusable, so that the reason can be read. */
  refusal?: string
}

function RefusedTab({ tab }: { tab: PanelTab }) {
  const label = useRef<HTMLSpanElement>(null)
  return (
    <Tab
      id={tab.id}
      className="ph-tab"
      render={(props) => <div {...(props as ComponentProps<'div'>)} aria-disabled="true" />}
    >
      {({ isHovered, isFocusVisible }) => (
        <>
          <span ref={label}>{tab.label}</span>
          <VisuallyHidden>, {tab.refusal}</VisuallyHidden>
          <TooltipTrigger isOpen={isHovered || isFocusVisible}>
            <Tooltip
              className="ph-tooltip"
              triggerRef={label}
              offset={tooltipOffset}
              style={{ maxWidth: tooltipMaxWidth }}
            >
              {tab.refusal}
            </Tooltip>
          </TooltipTrigger>
        </>
      )}
    </Tab>
  )
}

interface PanelTabsProps {
  label: string
  tabs: readonly PanelTab[]
  selectedId?: string
  onChange?: (id: string) => void
  aside?: ReactNode
}

export const PanelTabs = ({ label, tabs, selectedId, onChange, aside }: PanelTabsProps) => {
  const choose = (id: string) => {
    const isRefused = tabs.some((tab) => tab.id === id && tab.refusal !== undefined)
    if (!isRefused) onChange?.(id)
  }
  return (
    <Tabs selectedKey={selectedId} onSelectionChange={(key) => choose(String(key))}>
      <div className="ph-tabs">
        <TabList aria-label={label} className="ph-tab-list">
          {tabs.map((tab) =>
            tab.refusal !== undefined ? (
              <RefusedTab key={tab.id} tab={tab} />
            ) : (
              <Tab key={tab.id} id={tab.id} className="ph-tab">
                <span className="ph-steady" data-label={tab.label}>
                  {tab.label}
                </span>
                {tab.count !== undefined && <small>{tab.count}</small>}
              </Tab>
            ),
          )}
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
