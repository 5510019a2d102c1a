import type { ImportKind } from './fields';

/** What a word in the name of a column is about. */
export type Concept = keyof typeof CONCEPTS;

/**
 * Words in the names of columns, in English, German, French, Spanish, Italian, Dutch and Portuguese: small letters without accents (ß is ss).
 * Compounds are taken apart (`buchungsdatum`), so that parts are enough. Words of a line of several are in `PHRASES`.
 */
export const CONCEPTS = {
  booking:
    'booking bookings reservation booked reserved order file confirmation buchung buchungs vorgang vorgangs auftrag auftrags dossier bestatigung reservierung gebucht bestellung commande reserve reserva reservas reservado expediente localizador confirmacion confirmacao pedido prenotazione pratica prenotato conferma boeking boekings boek reservering geboekt opdracht processo pnr locator',
  number:
    'number no nr num numero nummer code codigo codice id ref reference referenz referencia riferimento rif referentie kenmerk kennung zeichen kennzeichen',
  date: 'date datum fecha data tag am dag day jour giorno dia le el il',
  customer:
    'customer client guest traveler traveller passenger pax kunde kunden reisender reisende reisenden gast passagier anmelder reiseanmelder hauptreisender kundin voyageur voyageurs passager cliente clientes pasajero viajero titular passeggero viaggiatore intestatario ospite klant klanten reiziger hoofdboeker hoofdreiziger boeker passageiro viajante hospede contratante acheteur comprador beneficiaire',
  vendor:
    'vendor supplier provider operator veranstalter reiseveranstalter lieferant lieferanten leistungstrager leistungstraeger anbieter reederei fournisseur voyagiste prestataire touroperateur operateur organisateur croisieriste proveedor mayorista operador touroperador turoperador naviera organizador fornitore touroperator operatore organizzatore compagnia reisorganisatie leverancier aanbieder touraanbieder fornecedor operadora consolidadora compagnie',
  travel:
    'travel trip service reise reisen leistung leistungs urlaub voyage voyages sejour prestation viaje viajes estancia servicio viaggio viaggi soggiorno servizio reis reizen verblijf viagem viagens estadia servico',
  start:
    'start begin from departure depart departs beginn anfang abreise abreisetag abfahrt abflug hinreise anreise antritt von ab debut aller salida ida inicio llegada entrada desde embarque partenza inizio andata arrivo dal vertrek vertrekdag heenreis heen aankomst ingang van partida embarque saida chegada',
  end: 'end until to return ende bis ruckreise rueckreise ruckkehr rueckkehr ruckflug heimreise retour fin regreso vuelta salida hasta ritorno rientro fine terug terugreis terugkomst terugkeer einde tot eind volta retorno regresso fim abreise au al ate',
  price:
    'price total amount gross cost fare turnover preis gesamt summe betrag umsatz brutto gesamtumsatz kosten prix montant brut tarif ttc ca importe precio bruto pvp prezzo importo totale lordo fatturato prijs reissom som bedrag totaal omzet valor preco faturamento montante quantia',
  sale: 'sale sales sold verkauf verkaufs verkauft vente ventes vendu venta ventas vendido vendita vendite venduto verkoop verkocht venda vendas',
  invoice: 'invoice rechnung rechnungs facture factura fattura factuur fatura',
  created: 'created creation issued issue angelegt erstellt erfasst anlage cree creado creacion alta creato creazione emissione emision emissao emitido aangemaakt criado criacao cadastro emis',
  commission:
    'commission commissions comm provision provisions provisione agenturprovision courtage comision comisiones provvigione provvigioni commissione commissioni provisie commissie comissao comissoes vergutung verguetung remuneration',
  percent:
    'percent percentage rate prozent satz prozentsatz taux pourcentage pourcent porcentaje tasa percentuale aliquota percentage tarief percentual taxa pct',
  currency: 'currency wahrung waehrung whg devise monnaie moneda divisa valuta munt moeda',
  status: 'status state statut etat estado situacion stato situazione situacao stand',
  payment: 'payment zahlung zahlungs zahl paiement reglement pago pagamento betaling betaal cobro cobros incasso',
  agent:
    'agent advisor consultant seller berater reiseberater bearbeiter sachbearbeiter verkaufer verkaeufer mitarbeiter expedient conseiller vendeur agente asesor vendedor consulente addetto venditore adviseur reisadviseur medewerker verkoper consultor atendente',
  email: 'email mail emailadresse mailadresse courriel correo',
  phone: 'phone telephone mobile tel telefon telefonnummer handy mobil telefono movil cellulare telefoon telefoonnummer mobiel telefone celular portable',
  first: 'first given vorname vornamen prenom voornaam pila',
  last: 'last surname family nachname familienname zuname apellido apellidos cognome achternaam familienaam sobrenome apelido famille',
  name: 'name namen nom nombre nome naam',
  received: 'received erhalten eingang eingegangen recu recue percue percu encaisse encaissee cobrado cobrada recibido recibida incassata incassato ricevuta ontvangen recebida recebido',
  paidout: 'paidout payout ausgezahlt auszahlung abgerechnet verse versee liquidado liquidada abonado pagata liquidata uitbetaald repassada repasse',
  notes: 'notes note remarks comments bemerkung bemerkungen anmerkung anmerkungen notiz notizen hinweis hinweise remarque remarques observations commentaire commentaires observaciones notas nota osservazioni annotazioni opmerking opmerkingen observacoes obs',
} as const;

/** Words that tell nothing apart. */
export const STOP_WORDS = new Set(
  'the of for in per by de du des d l la les el los del di della dello delle da do dos das van der die den het een im inkl incl ttc inclus principal haupt lead primary main e y und et en por pour bei a o zum zur'.split(
    ' ',
  ),
);

/** Which concepts together name a field of a sale; of several that fit, the first is the surest. */
export const SALE_PATTERNS: Readonly<Record<string, readonly string[]>> = {
  booking_reference: [
    'booking number vendor',
    'booking vendor',
    'number vendor',
    'booking number',
    'booking',
    'booking number travel',
    'booking travel',
    'number travel',
    'number sale',
    'invoice number',
    'number',
  ],
  customer: ['customer name', 'customer', 'customer booking', 'customer name booking', 'name'],
  customer_first_name: ['customer first name', 'customer first', 'first name', 'first'],
  customer_last_name: ['customer last name', 'customer last', 'last name', 'last'],
  customer_email: ['customer email', 'email'],
  customer_phone: ['customer phone', 'phone', 'phone number', 'customer phone number'],
  vendor: ['vendor name', 'vendor', 'travel vendor'],
  agent: ['agent name', 'agent', 'travel agent', 'agent sale', 'agent booking'],
  sale_date: [
    'booking date',
    'date sale',
    'booking',
    'sale',
    'booking created',
    'booking created date',
    'invoice date',
    'created date',
    'created',
    'date',
  ],
  travel_date: [
    'travel start date',
    'travel start',
    'start date',
    'start',
    'travel date',
    'travel',
  ],
  return_date: ['travel end date', 'travel end', 'end date', 'end'],
  total_amount: [
    'travel price',
    'booking price',
    'price sale',
    'customer price',
    'price travel sale',
    'price invoice',
    'price',
    'sale',
    'travel',
  ],
  commission_rate: ['commission percent', 'percent', 'commission'],
  commission_amount: [
    'commission price',
    'commission',
    'commission vendor',
    'commission price vendor',
    'commission received',
    'commission travel',
  ],
  currency: ['currency', 'currency price', 'currency number', 'currency travel'],
  status: ['booking status', 'status travel', 'status sale', 'status', 'payment status'],
  commission_status: ['commission status', 'commission payment status', 'commission payment'],
  received_on: [
    'commission received date',
    'commission received',
    'commission date payment',
    'commission date',
  ],
  agent_paid_on: ['agent date paidout', 'agent paidout', 'date paidout', 'agent date payment', 'paidout'],
  notes: ['notes', 'notes booking'],
};

/** Other names of fields as a whole, in the same letters; for sales beside the patterns. */
export const PHRASES: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  sales: {
    agent: ['gebucht von', 'verkauft von', 'vendu par', 'vendido por', 'venduto da', 'geboekt door', 'verkocht door'],
    booking_reference: ['filekey', 'file key', 'crs nummer', 'numero de dossier'],
  },
  customers: {
    first_name: ['vorname', 'prenom', 'nombre', 'nombre de pila', 'nome', 'voornaam', 'primeiro nome'],
    last_name: [
      'nachname',
      'familienname',
      'zuname',
      'nom',
      'nom de famille',
      'apellido',
      'apellidos',
      'cognome',
      'achternaam',
      'familienaam',
      'sobrenome',
      'apelido',
    ],
    full_name: [
      'kunde',
      'kundenname',
      'name vorname',
      'nom complet',
      'nom et prenom',
      'nom prenom',
      'client',
      'nombre completo',
      'nombre y apellidos',
      'cliente',
      'nominativo',
      'nome completo',
      'nome e cognome',
      'klant',
      'klantnaam',
      'volledige naam',
      'naam',
    ],
    email: ['emailadresse', 'e mail adresse', 'courriel', 'correo', 'correo electronico', 'posta elettronica', 'e mailadres'],
    phone: ['telefon', 'telefonnummer', 'handy', 'mobil', 'telefono', 'telephone', 'portable', 'movil', 'cellulare', 'telefoon', 'mobiel', 'telefone', 'celular'],
    address_line_1: ['strasse', 'adresse', 'anschrift', 'rue', 'direccion', 'calle', 'domicilio', 'indirizzo', 'via', 'adres', 'straat', 'endereco', 'morada', 'rua'],
    address_line_2: ['adresszusatz', 'complement d adresse', 'complemento'],
    city: ['ort', 'stadt', 'wohnort', 'ville', 'ciudad', 'poblacion', 'localidad', 'citta', 'comune', 'plaats', 'woonplaats', 'stad', 'cidade'],
    region: ['bundesland', 'kanton', 'departement', 'provincia', 'provincie', 'estado', 'distrito'],
    postal_code: ['plz', 'postleitzahl', 'code postal', 'cp', 'codigo postal', 'cap', 'postcode', 'cep'],
    country: ['land', 'pays', 'pais', 'paese', 'nazione'],
    birthday: [
      'geburtsdatum',
      'geburtstag',
      'geboren',
      'date de naissance',
      'ne le',
      'fecha de nacimiento',
      'data di nascita',
      'geboortedatum',
      'data de nascimento',
    ],
    tags: ['gruppe', 'etiquetas', 'etiquettes'],
    notes: ['bemerkung', 'bemerkungen', 'anmerkungen', 'notizen', 'remarques', 'commentaires', 'observaciones', 'notas', 'osservazioni', 'opmerkingen', 'observacoes'],
  },
  vendors: {
    name: ['veranstalter', 'reiseveranstalter', 'lieferant', 'anbieter', 'firma', 'fournisseur', 'voyagiste', 'tour operateur', 'proveedor', 'mayorista', 'empresa', 'fornitore', 'ditta', 'leverancier', 'reisorganisatie', 'naam', 'fornecedor', 'operadora', 'nom', 'nombre', 'nome'],
    category: ['kategorie', 'art', 'categorie', 'categoria', 'tipo', 'soort'],
    email: ['emailadresse', 'courriel', 'correo', 'correo electronico', 'e mailadres'],
    phone: ['telefon', 'telefono', 'telephone', 'telefoon', 'telefone'],
    website: ['webseite', 'internet', 'site internet', 'site web', 'sitio web', 'pagina web', 'sito', 'sito web'],
    contact_name: ['ansprechpartner', 'kontakt', 'contact', 'interlocuteur', 'contacto', 'persona de contacto', 'referente', 'contatto', 'contactpersoon', 'contato'],
    address_line_1: ['strasse', 'adresse', 'anschrift', 'rue', 'direccion', 'indirizzo', 'adres', 'endereco', 'morada'],
    city: ['ort', 'stadt', 'ville', 'ciudad', 'citta', 'plaats', 'cidade'],
    postal_code: ['plz', 'postleitzahl', 'code postal', 'codigo postal', 'cap', 'postcode', 'cep'],
    country: ['land', 'pays', 'pais', 'paese'],
    account_number: ['kundennummer', 'agenturnummer', 'numero de compte', 'code agence', 'numero de cuenta', 'codigo agencia', 'codice agenzia', 'agentnummer'],
    default_commission_rate: ['provision', 'provisionssatz', 'provision percent', 'commission', 'taux de commission', 'comision', 'percent comision', 'provvigione', 'percent provvigione', 'provisie', 'provisie percent', 'comissao', 'percent comissao'],
    expected_payment_days: ['zahlungsziel', 'zahlungsziel tage', 'delai de paiement', 'plazo de pago', 'termini di pagamento', 'betalingstermijn', 'prazo de pagamento'],
    notes: ['bemerkung', 'bemerkungen', 'anmerkungen', 'notizen', 'remarques', 'observaciones', 'notas', 'osservazioni', 'opmerkingen', 'observacoes'],
  },
};
