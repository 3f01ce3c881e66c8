import { useState } from 'react'
import { Banner } from '@playhead/ui/feedback/banner.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { cmcdSnippets } from './cmcd-snippets.ts'
import { CodeBlock } from './code-block.tsx'
import { sdkSnippets, type SnippetAddress } from './snippets.ts'
import type { CollectorStatus } from './use-collector.ts'

const CmcdTab = ({ address }: { address: SnippetAddress }) => {
  const snippets = cmcdSnippets(address)
  const [chosenId, setChosenId] = useState(snippets[0]!.id)
  const chosen = snippets.find(({ id }) => id === chosenId) ?? snippets[0]!
  return (
    <Stack gap={3}>
      <p className="text-sm text-ink-2">
        Media clients report by themselves, without an SDK. Give every playback a session id of its
        own.
      </p>
      <SegmentedControl
        label="Media client"
        value={chosen.id}
        onChange={setChosenId}
        options={snippets.map(({ id, label }) => ({ value: id, label }))}
      />
      <CodeBlock key={chosen.id} snippet={chosen} />
    </Stack>
  )
}

const Snippets = ({ address }: { address: SnippetAddress }) => {
  const setSearch = useSetSearch()
  const tabs = [
    ...sdkSnippets(address).map((snippet) => ({
      id: snippet.id,
      label: snippet.label,
      content: <CodeBlock snippet={snippet} />,
    })),
    { id: 'cmcd', label: 'CMCD', content: <CmcdTab address={address} /> },
  ]
  const given = useSearchValue('player')
  const selected = tabs.find(({ id }) => id === given) ?? tabs[0]!
  return (
    <PanelTabs
      label="Players"
      tabs={tabs}
      selectedId={selected.id}
      onChange={(player) => setSearch({ player }, { replace: true })}
    />
  )
}

const HttpsNotice = ({ domain }: { domain: string }) => (
  <Banner
    level="warning"
    message={
      <>
        SDKs speak https with {domain}, and this server’s public address is http. Put a proxy with a
        certificate in front and set PLAYHEAD_PUBLIC_URL, or give the collector https on a port of
        its own with COLLECTOR_PORT, COLLECTOR_TLS_CERT and COLLECTOR_TLS_KEY.
      </>
    }
  />
)

interface PlayerSetupProps {
  environmentKey: string
  address: CollectorStatus['address']
}

/** Key, address, and the code for the page of a player. */
export const PlayerSetup = ({ environmentKey, address }: PlayerSetupProps) => {
  const { domain, cmcdUrl, isHttpsMissing } = address
  return (
    <Stack gap={4}>
      {isHttpsMissing && <HttpsNotice domain={domain} />}
      <DescriptionList
        items={[
          {
            term: 'Environment key',
            detail: <CopyControl value={environmentKey} label="Copy the key" />,
          },
          { term: 'Collector', detail: <CopyControl value={domain} label="Copy the address" /> },
        ]}
      />
      <Snippets address={{ domain, cmcdUrl, key: environmentKey }} />
    </Stack>
  )
}
