import './app-modules.ts'
import type { InvoiceDocument } from '../app/domains/invoices/model.ts'

const TIMES = 40

/** The PDF of an invoice, from its document to its bytes, with the fonts read at the first one. */
export async function benchInvoice(): Promise<object[]> {
  const { drawDocument } = await import('../app/domains/invoices/pdf.server.ts')
  const brand = { name: 'DE Photography', initials: ['D', 'E'], accent: '#c4200c' } as const
  const measure = async (lines: number) => {
    const [since, cpu] = [performance.now(), process.cpuUsage()]
    await drawDocument(documentOf(lines), { brand, issuedAt: Date.UTC(2026, 10, 23) })
    const { user, system } = process.cpuUsage(cpu)
    return { elapsed: performance.now() - since, cpu: (user + system) / 1_000 }
  }
  const row = (PDF: string, times: Awaited<ReturnType<typeof measure>>[]) => ({
    PDF,
    'elapsed, median (< 300 ms)': ms(median(times.map(({ elapsed }) => elapsed))),
    'CPU time, median': ms(median(times.map(({ cpu }) => cpu))),
  })
  const rows: object[] = [row('the first of a process, 3 lines', [await measure(3)])]
  for (const lines of [3, 60]) {
    const times = []
    for (let time = 0; time < TIMES; time += 1) times.push(await measure(lines))
    rows.push(row(`${lines} lines`, times))
  }
  return rows
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const ms = (time: number): string => `${time.toFixed(0)} ms`

function documentOf(count: number): InvoiceDocument {
  const party = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '(973) 555-0142' }
  const address = {
    ...{ street: '41 Example Street', locality: 'East Orange', region: 'NJ' },
    ...{ postalCode: '07017', country: 'US' },
  }
  const tax = { category: 'S' as const, name: 'Sales tax', rate: 6_625, cents: 1_888 }
  return {
    ...{ version: 1, kind: 'invoice', number: 'INV-1042', issuedOn: '2026-11-23', typeCode: '380' },
    ...{ currency: 'USD', dueOn: '2026-12-05', reference: 'DE-7K3Q9', corrects: null, payment: null },
    subject: 'Portrait on Saturday, December 5, 2026',
    seller: { ...party, address, taxId: '22-1234567' },
    buyer: party,
    lines: Array.from({ length: count }, (_, at) => ({
      ...{
        id: String(at + 1),
        name: `Print ${at + 1}, 8 × 10 in, matted`,
        quantity: 1,
        netCents: 28_500,
        tax,
      },
    })),
    taxes: [{ ...tax, cents: count * 1_888, netCents: count * 28_500 }],
    totals: {
      ...{ netCents: count * 28_500, taxCents: count * 1_888, grossCents: count * 30_388 },
      ...{ paidCents: 7_500, dueCents: count * 30_388 - 7_500 },
    },
  }
}
