import { Link } from 'react-router-dom';

/** As many as a page of the sales list has. */
const ROWS = Array.from({ length: 25 }, (_, index) => index + 1);

/** One plain table, whose rows are at hand. */
export default function RowsPage() {
  return (
    <main>
      <h1>Rows</h1>
      <table>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <td>
                <Link to={`/${row}`}>Customer {row}</Link>
              </td>
              <td>Vendor {row}</td>
              <td>{row * 100}.00</td>
              <td>Booked</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
