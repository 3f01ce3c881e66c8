import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { type aRule, openAlerts, readNow } from '../testing-alerts.tsx'
import { Screen as EditScreen } from './edit-rule-screen.tsx'
import { Screen as NewScreen } from './new-rule-screen.tsx'
import { usualOf } from './rule-values.ts'

export const rulesPath = '/ui/v1/alert-rules'
const daySeconds = 86_400

export interface AskedBacktest {
  alert_rule: { threshold_alert: { value: number } }
  days: number
}

/** What a new rule starts with. */
const usualValue = Number(usualOf['playback-failure-percentage'].value)

/** The rule fires the more often the lower its value is; a new one fires three times. */
export const aBacktest = ({ alert_rule: rule, days }: AskedBacktest) => {
  const { value } = rule.threshold_alert
  const end = readNow()
  const fired = value >= 10 ? 0 : value >= 5 || value === usualValue ? 3 : 11
  return {
    method: 'views',
    start_time: end - days * daySeconds,
    end_time: end,
    fired,
    seconds: fired * 820,
    incidents: Array.from({ length: fired }, (_, index) => ({
      group: [],
      start: end - 40_000 + index * 3_000,
      end: end - 40_000 + index * 3_000 + 820,
      peak: 12.5 + index,
    })),
    points: Array.from({ length: days * 24 }, (_, index) => ({
      time: end - days * daySeconds + index * 3_600,
      metric_value: index % 5 === 0 ? 9 : 1,
    })),
    known_share: 1,
    suggestions: [
      { value: 2.4, fired: 11, seconds: 9_020 },
      { value: 5, fired: 3, seconds: 2_460 },
      { value: 10, fired: 0, seconds: 0 },
    ],
  }
}

const seriesApi: ApiHandlers = {
  'GET /data/v1/monitoring/metrics/playback-failure-percentage/timeseries': {
    body: {
      data: [
        { date: new Date().toISOString(), value: 0.0024, concurrent_viewers: 2_140 },
        { date: new Date().toISOString(), value: null, concurrent_viewers: 0 },
      ],
      total_row_count: 2,
      timeframe: [0, 10],
    },
  },
  [`POST ${rulesPath}/backtest`]: ({ body }) => ({
    body: { data: aBacktest(body as AskedBacktest) },
  }),
}

export const openNew = (api: ApiHandlers = {}, search = '', isAdmin = true) =>
  openAlerts(NewScreen, {
    address: 'alerts/rules/new',
    at: `alerts/rules/new${search}`,
    isAdmin,
    api: { ...seriesApi, ...api },
  })

export const openEdit = (rule: ReturnType<typeof aRule>, api: ApiHandlers = {}, isAdmin = true) =>
  openAlerts(EditScreen, {
    address: 'alerts/rules/$ruleId',
    at: `alerts/rules/${rule.id}`,
    isAdmin,
    api: { ...seriesApi, [`GET ${rulesPath}/${rule.id}`]: { body: { data: rule } }, ...api },
  })

export const listSent = (requests: readonly ReceivedRequest[], method: string, to: string) =>
  requests.filter((one) => one.method === method && one.path === to)

export const listBacktests = (requests: readonly ReceivedRequest[]) =>
  listSent(requests, 'POST', `${rulesPath}/backtest`).map(({ body }) => body as AskedBacktest)

export const readVerdict = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

export const pressOption = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

export const setField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
