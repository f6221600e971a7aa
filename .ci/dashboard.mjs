// node dashboard.mjs FILE: prints a Grafana dashboard as TypeScript, which tsc then checks against Grafana's own types.
// Run tsc where typescript and @grafana/schema are installed.
import { readFileSync } from 'node:fs';

console.log(`
import type * as grafana from '@grafana/schema';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

// In a file, the member of an enumeration is its text or number; and an absent option has Grafana's default.
type Written<T> = unknown extends T ? T
  : T extends string ? \`\${T}\`
  : T extends number ? (\`\${T}\` extends \`\${infer N extends number}\` ? N : T)
  : T extends boolean | null | undefined ? T
  : T extends readonly (infer E)[] ? Written<E>[]
  : { [K in keyof T]: Written<T[K]> };

type Query = grafana.DataQuery
  & { datasource: { type: 'prometheus'; uid: string }; expr: string; legendFormat: string }
  & { instant?: boolean; range?: boolean; format?: 'table' };

type Shown<Type extends string, Options, Custom> =
  Omit<grafana.Panel<never, Partial<Custom>>, 'type' | 'options' | 'targets' | 'fieldConfig'>
  & {
    type: Type;
    options: Partial<Options>;
    targets: Query[];
    fieldConfig: {
      defaults: Omit<grafana.FieldConfig, 'custom'> & { custom?: Partial<Custom> };
      overrides: grafana.FieldConfigSource['overrides'];
    };
  };

type Panel =
  | Shown<'stat', stat.Options, Record<string, never>>
  | Shown<'table', table.Options, table.FieldConfig>
  | Shown<'timeseries', timeseries.Options, timeseries.FieldConfig>;

type Row = Omit<grafana.RowPanel, 'type' | 'panels'> & { type: 'row'; panels: Panel[] };

type Dashboard = Omit<grafana.Dashboard, 'panels' | 'annotations'> & {
  annotations: { list: (grafana.AnnotationQuery & { expr: string; titleFormat: string; textFormat: string; step: string })[] };
  panels: (Row | Panel)[];
};

export const dashboard: Written<Dashboard> = ${readFileSync(process.argv[2], 'utf8')};
`);
