import { expect, test } from 'vitest'
import { aScriptedView, scriptStart } from '../../fixtures/testing-replay.ts'
import { openView } from '../../view/apply-event.ts'
import { type LiveView, measured, viewKey } from './live-view.ts'
import { LiveViews } from './live-views.ts'

const liveView = (): LiveView => {
  const [event] = aScriptedView(['viewstart', 0, { view_start: scriptStart }])
  const { environmentId, viewId, receivedAt, batch } = event!
  const state = openView(event!)
  return {
    key: viewKey(environmentId, viewId),
    environmentId,
    viewId,
    state,
    ...measured(state),
    lastReceivedAt: receivedAt,
    lastBatch: batch,
    written: [],
  }
}

test('a view that became complete and went on within one step is one viewer', () => {
  const views = new LiveViews()
  const view = liveView()
  views.touch(view, 0)
  views.takeSilent(view.lastReceivedAt, 10, () => true)
  views.touch(view, 0)
  expect(views.takeToSample()).toEqual([view])
  views.takeSilent(view.lastReceivedAt, 10, () => true)
  expect(views.takeToSample()).toEqual([view])
  expect(views.takeToSample()).toEqual([])
})

test('only a few very large views are written at once', () => {
  const views = new LiveViews()
  for (let at = 0; at < 10; at += 1)
    views.restore({ ...liveView(), key: `large ${at}`, bytes: 5 * 2 ** 20 }, false)
  const takeAll = () => views.takeSilent(Number.POSITIVE_INFINITY, 200, () => true)
  expect([takeAll().length, takeAll().length, takeAll().length, takeAll().length]).toEqual([
    3, 3, 3, 1,
  ])
})
