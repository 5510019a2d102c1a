import { PRESETS } from '@paperplane/shared/import';
import { Card, FileSpreadsheet, MobileList, Table, Td, Th } from '@paperplane/shared/ui';
import { IntegrationsHead } from '../parts/integrations-head';
import { ImportFrom } from './import-from';
import './moving-in.css';

/** /settings/integrations/moving-in: what comes along from other programs, what does not, and the way to import it. */
export default function MovingInPage() {
  return (
    <main id="main" className="pp-page">
      <IntegrationsHead current="moving-in" />
      <div className="pp-section-h">
        <div>
          <h2>Moving in</h2>
          <p className="pp-sm">
            Columns are mapped already. What cannot come along is said before, not after.
          </p>
        </div>
      </div>
      <Card label="Presets" padded={false}>
        <Table
          label="Presets"
          className="moving-in"
          head={
            <>
              <Th>From</Th>
              <Th>Takes</Th>
              <Th>Stays behind</Th>
              <Th>
                <span className="pp-sr">Import</span>
              </Th>
            </>
          }
        >
          {PRESETS.map((preset) => (
            <tr key={preset.id}>
              <Td>
                <span className="moving-in-name">
                  <span className="pp-tile" aria-hidden="true">
                    <FileSpreadsheet className="pp-i" />
                  </span>
                  <b className="pp-strong">{preset.name}</b>
                </span>
              </Td>
              <Td>{preset.takes}</Td>
              <Td>{preset.behind}</Td>
              <Td className="r">
                <ImportFrom preset={preset} />
              </Td>
            </tr>
          ))}
        </Table>
        <MobileList label="Presets">
          {PRESETS.map((preset) => (
            <li key={preset.id} className="moving-in-row">
              <b className="pp-strong">{preset.name}</b>
              <ImportFrom preset={preset} />
              <span className="pp-sm full">{preset.takes}</span>
              <span className="pp-muted pp-sm full">
                Stays behind: {preset.behind.charAt(0).toLowerCase() + preset.behind.slice(1)}
              </span>
            </li>
          ))}
        </MobileList>
      </Card>
    </main>
  );
}
