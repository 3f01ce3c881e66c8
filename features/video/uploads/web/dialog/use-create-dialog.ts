import { useEffect, useState } from 'react'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { navigate } from '@playhead/web-kit/navigation/navigation.ts'
import { environmentPath } from '@playhead/web-kit/navigation/paths.ts'
import { currentTenant, type Tenant } from '@playhead/web-kit/session/tenant.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { defaultSettings } from '../queue/asset-settings.ts'
import { isMetaValid } from './meta-fields.tsx'
import { startUploads } from '../queue/run-uploads.ts'
import { effectiveSettings, type SettingsDraft, toJson } from './settings-draft.ts'
import type { Upload, UploadMeta, UploadSource } from '../queue/upload-machine.ts'
import { addUpload, changeMeta, dropUploads, uploadsStore } from '../queue/uploads-store.ts'

/** UPLD-005 */
export const dialogSteps = ['select', 'details', 'settings'] as const
export type DialogStep = (typeof dialogSteps)[number]

/** UPLD-043 */
export const leaveAfterMs = 200
/** The dialog does not wait for a slow server: the panel shows the progress. */
const startingMsMax = 2000

const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

const assetsPath = ({ organizationId, environmentId }: Tenant) =>
  organizationId && environmentId
    ? environmentPath({ organizationId, environmentId }, 'video/assets')
    : '/video/assets'

/** Uploads that were chosen in this dialog and have not started; started ones belong to the panel. */
const isNew = (openedAt: number) => (upload: Upload) =>
  upload.status === 'waiting' && upload.createdAt >= openedAt

const writtenMeta = ({ title, creatorId, externalId }: UploadMeta) => ({
  ...(title && { title }),
  ...(creatorId && { creatorId }),
  ...(externalId && { externalId }),
})

export const useCreateDialog = () => {
  const flags = useFlags()
  const all = useStore(uploadsStore)
  const [openedAt] = useState(() => Date.now())
  const [tenant] = useState(currentTenant)
  const [step, setStep] = useState<DialogStep>('select')
  const [isBackwards, setIsBackwards] = useState(false)
  const [draft, setDraft] = useState<SettingsDraft>(() => ({ basic: defaultSettings(flags) }))
  const [isStarting, setIsStarting] = useState(false)
  const [editing, setEditing] = useState<{ id: string; meta: UploadMeta }>()
  const chosen = all.filter(isNew(openedAt)).toReversed()
  const [only, ...others] = chosen
  const single = others.length === 0 ? only : undefined
  const settings = effectiveSettings(draft)

  // UPLD-008
  useEffect(() => () => dropUploads(isNew(openedAt)), [openedAt])

  /** Copies later changes of the details into the editor. */
  const followMeta = () => {
    const { json } = draft
    if (!json || json.error || !single) return
    const next = {
      ...json.settings,
      meta: { ...json.settings.meta, ...writtenMeta(single.mux.meta) },
    }
    setDraft({ ...draft, json: { text: toJson(next), settings: next } })
  }

  const goTo = (next: DialogStep) => {
    setIsBackwards(dialogSteps.indexOf(next) < dialogSteps.indexOf(step))
    setStep(next)
    // UPLD-007
    if (next === 'select') dropUploads(isNew(openedAt))
  }
  const move = (by: 1 | -1) => {
    const next = dialogSteps[dialogSteps.indexOf(step) + by]
    if (next === 'settings') followMeta()
    if (next) goTo(next)
  }

  const add = (sources: UploadSource[]) => {
    for (const source of sources) addUpload({ source, tenant, settings: draft.basic })
  }

  const changeDraft = (next: SettingsDraft) => {
    setDraft(next)
    const meta = next.json && !next.json.error ? next.json.settings.meta : undefined
    // With one upload the editor shows its details, so edits change these as well.
    if (single && next.json && !next.json.error)
      changeMeta(single.id, {
        title: meta?.title ?? '',
        creatorId: meta?.creatorId ?? '',
        externalId: meta?.externalId ?? '',
      })
  }

  const start = async () => {
    setIsStarting(true)
    const { meta, ...rest } = settings
    const given = single || !meta ? rest : { ...rest, meta }
    const begun = startUploads(
      chosen.map(({ id }) => id),
      () => given,
    )
    await Promise.race([begun, delay(startingMsMax)])
    setIsStarting(false)
    goTo('select')
    await delay(leaveAfterMs)
    navigate(assetsPath(tenant))
  }

  const areDetailsValid = chosen.every(({ mux }) => isMetaValid(mux.meta))
  const canGoOn = {
    select: chosen.length > 0,
    details: chosen.length > 0 && areDetailsValid,
    settings: chosen.length > 0 && areDetailsValid && !draft.json?.error,
  }[step]

  return {
    step,
    isBackwards,
    chosen,
    meta: single && writtenMeta(single.mux.meta),
    draft,
    settings,
    isStarting,
    editing,
    edited: chosen.find(({ id }) => id === editing?.id),
    canGoOn,
    move,
    add,
    changeDraft,
    edit: (id: string) => {
      const upload = chosen.find((one) => one.id === id)
      if (upload) setEditing({ id, meta: upload.mux.meta })
    },
    changeEdit: (meta: UploadMeta) => editing && setEditing({ ...editing, meta }),
    leaveEdit: () => setEditing(undefined),
    saveEdit: () => {
      if (editing) changeMeta(editing.id, editing.meta)
      setEditing(undefined)
    },
    start,
  }
}
